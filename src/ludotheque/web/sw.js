// The service worker: it answers with a page of its own when the server cannot be reached. It keeps
// nothing else, so that no page with a visitor's data is stored, and a new version of the server is
// shown at once.

const VERSION = "{version}"; // filled in by the server: a digest of what is kept
const LANGUAGES = ["{languages}"];
const KEPT = [...LANGUAGES.map((language) => `/offline/${language}`), "/web/base.css", "/web/icon.svg"];
const LAST = "/offline/last"; // the language of the last page, kept as an answer

const worker = /** @type {any} */ (self);

async function keep() {
  const cache = await caches.open(VERSION);
  await cache.addAll(KEPT.map((path) => new Request(path, { cache: "no-cache", credentials: "omit" })));
  await worker.skipWaiting();
}

/** Drop what earlier versions have kept. Open pages go on: they have nothing from here. */
async function takeOver() {
  for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** @param {any} event */
async function page(event) {
  try {
    const answer = (await event.preloadResponse) || (await fetch(event.request));
    const language = answer.headers.get("content-language");
    if (language) event.waitUntil(caches.open(VERSION).then((cache) => cache.put(LAST, new Response(language))));
    return answer;
  } catch {
    const cache = await caches.open(VERSION);
    return (await cache.match(`/offline/${await lastLanguage(cache)}`)) ?? Response.error();
  }
}

/** @param {Cache} cache */
async function lastLanguage(cache) {
  const last = await (await cache.match(LAST))?.text();
  const wanted = [last ?? "", ...navigator.languages.map((language) => language.slice(0, 2))];
  return wanted.find((language) => LANGUAGES.includes(language)) ?? LANGUAGES[0];
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, mode, destination, url } = event.request;
  // a form of another site must reach the server as what it is, so only plain visits pass through here
  if (method === "GET" && mode === "navigate" && destination === "document") event.respondWith(page(event));
  else if (KEPT.includes(new URL(url).pathname) && !url.includes("/offline/")) event.respondWith(style(event));
});

/** Answer for the style and the icon of the offline page. @param {any} event */
async function style(event) {
  try {
    return await fetch(event.request);
  } catch {
    return (await caches.match(event.request)) ?? Response.error();
  }
}
