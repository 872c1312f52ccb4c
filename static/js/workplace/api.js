/* Lists the addresses of the API; what is tried there goes with this page's session and its token against forgery. */

const place = document.getElementById("api");
const night = window.matchMedia("(prefers-color-scheme: dark)");

function followTheLight() {
  document.documentElement.classList.toggle("dark-mode", night.matches);
}

followTheLight();
night.addEventListener("change", followTheLight);

window.SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: false, // else each address is a link inside a button
  docExpansion: "list",
  defaultModelsExpandDepth: -1,
  syntaxHighlight: false,
  validatorUrl: null,
  requestInterceptor(request) {
    request.headers["X-CSRFToken"] = place.dataset.csrf;
    return request;
  },
});
