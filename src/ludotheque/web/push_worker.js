// Receives push messages while no page is open, and shows them.

const own = /** @type {any} */ (self); // the types of a page do not know workers

own.addEventListener("push", (/** @type {any} */ event) => {
  const { title, url, tag } = event.data.json();
  event.waitUntil(own.registration.showNotification(title, { tag, data: url, icon: "/web/icon.svg" }));
});

own.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(own.clients.openWindow(event.notification.data));
});
