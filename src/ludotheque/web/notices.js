// On the account page: mails, push messages and holidays.
import { newest, post } from "./api.js";
import { byId } from "./dom.js";
import { t } from "./i18n.js";
import { complain } from "./page.js";

const SCOPE = "/push/"; // so that another worker of the site is left alone

/** The worker's registration, if this browser can be pushed to. */
const worker = () => navigator.serviceWorker?.getRegistration(SCOPE);

/** @param {ArrayBuffer | null} raw */
const encoded = (raw) =>
  btoa(String.fromCharCode(...new Uint8Array(raw ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {string} text */
const decoded = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** @param {PushSubscription} subscription */
const browserOf = (subscription) => ({
  endpoint: subscription.endpoint,
  key: encoded(subscription.getKey("p256dh")),
  secret: encoded(subscription.getKey("auth")),
});

const ask = newest();

/** Show what the visitor has chosen. */
export async function showNotices() {
  const notices = await ask("/api/me/notices");
  byId("mail").hidden = !notices.can_mail;
  byId("address").value = notices.address;
  byId("hours").value = String(notices.hours);
  byId("no-mail").hidden = !notices.address;
  byId("mail-state").textContent = !notices.address
    ? ""
    : notices.is_confirmed
      ? t("You get mails at this address.")
      : t("We have sent a mail to this address. Open the link in it.");
  const until = new Date(1000 * notices.holiday).toLocaleDateString(document.documentElement.lang);
  byId("holiday-state").textContent = notices.holiday ? t("You are on holiday until {until}.", { until }) : "";
  byId("back").hidden = !notices.holiday;
  byId("push").hidden = !notices.push_key || !globalThis.PushManager;
  byId("push").dataset.key = notices.push_key;
  const registered = await worker();
  byId("push").ariaPressed = String(Boolean(await registered?.pushManager?.getSubscription()));
}

/** Subscribe this browser, or end its subscription. */
async function togglePush() {
  const known = await (await worker())?.pushManager.getSubscription();
  if (known) {
    await post("/api/me/notices/push/stop", browserOf(known));
    await known.unsubscribe();
  } else if ((await Notification.requestPermission()) === "granted") {
    const registered = await navigator.serviceWorker.register("/push.js", { scope: SCOPE });
    const key = decoded(byId("push").dataset.key ?? "");
    const subscription = await registered.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    await post("/api/me/notices/push", browserOf(subscription));
  }
  await showNotices();
}

const guarded = (/** @type {(event: Event) => Promise<void>} */ work) => (/** @type {Event} */ event) => {
  event.preventDefault();
  work(event).catch(complain);
};
const mail = async (/** @type {string} */ address) => {
  await post("/api/me/notices/mail", { address, hours: Number(byId("hours").value) });
  await showNotices();
};
const holiday = async (/** @type {number} */ days) => {
  await post("/api/me/holiday", { days });
  await showNotices();
};

byId("mail").addEventListener(
  "submit",
  guarded(() => mail(byId("address").value)),
);
byId("no-mail").addEventListener(
  "click",
  guarded(() => mail("")),
);
byId("holiday").addEventListener(
  "submit",
  guarded(() => holiday(Number(byId("days").value))),
);
byId("back").addEventListener(
  "click",
  guarded(() => holiday(0)),
);
byId("push").addEventListener("click", guarded(togglePush));
