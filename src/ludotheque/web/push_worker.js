// Receives push messages while no page is open, and shows them.

self.addEventListener("push", (event) => {
  const { title, url, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { tag, data: url, icon: "/web/icon.svg" }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data));
});
