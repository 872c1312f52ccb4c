/* A page that nobody looks at asks for nothing; once it is looked at again, what renews itself does so at once. */

document.addEventListener("htmx:beforeRequest", (event) => {
  const trigger = event.target.getAttribute("hx-trigger") ?? "";
  if (document.hidden && trigger.startsWith("every ")) {
    event.preventDefault();
  }
});

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) {
    document.querySelectorAll('[hx-trigger$=", look"]').forEach((part) => window.htmx.trigger(part, "look"));
  }
});
