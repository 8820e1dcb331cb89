// The page behind a link in a mail: it confirms the address, or ends all mails to it.
import { post } from "./api.js";
import { byId } from "./dom.js";
import { t } from "./i18n.js";
import { complain } from "./page.js";

try {
  await post(`/api${location.pathname}`, {});
  byId("told").textContent = location.pathname.startsWith("/stop/")
    ? t("You will get no more mails from us.")
    : t("Your address is confirmed.");
} catch (error) {
  complain(error);
}
