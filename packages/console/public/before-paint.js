// Runs before the first paint and before the console's own code is there. A file of its own: the page's content security
// policy allows no inline scripts.
(function () {
  var root = document.documentElement;

  // Older browsers than those of browser-build.ts read which ones can open the page.
  if (!window.URL || !URL.parse) {
    document.head.appendChild(document.createElement('script')).src = '/old-browser.js';
    return;
  }

  function meta(name) {
    var element = document.querySelector('meta[name="' + name + '"]');
    return element ? element.content : '';
  }

  // A dark console does not flash white.
  var chosen = null;
  var sidebar = null;
  var words = null;
  var language = null;
  try {
    chosen = localStorage.getItem('color-scheme');
    sidebar = localStorage.getItem('sidebar-collapsed');
    words = localStorage.getItem('plain-words');
    language = localStorage.getItem('language');
  } catch {
    // Storage may be off; the system's preference decides.
  }
  // The page outline draws the sidebar collapsed where shell.tsx will; both read the same key.
  if (sidebar === 'yes') root.setAttribute('data-sidebar', 'collapsed');
  // The outline has the titles of the specification, which a preset with plainer words does not show (load-words.ts).
  if (words === 'yes') root.setAttribute('data-words', 'plain');

  // The outline and the sign-in form are in English: who reads another language sees them without their texts (base.css), until the
  // console's own code is there. The same languages as in languages.ts of the contract.
  var known = ['en', 'de', 'fr', 'es', 'pt', 'nl', 'tr', 'ar'];
  var read = [language]
    .concat(navigator.languages)
    .map(function (tag) {
      return String(tag).split(/[-_]/)[0].toLowerCase();
    })
    .find(function (base) {
      return known.indexOf(base) !== -1;
    });
  if (read && read !== 'en') root.setAttribute('data-language', 'other');
  root.lang = read || 'en';
  root.dir = read === 'ar' ? 'rtl' : 'ltr';

  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');

  // The sign-in form in the HTML has everything that it can have. What this server or browser does not offer is hidden by
  // the form's styles: the same conditions as in page-facts.ts and passkey-place.ts.
  if (meta('sign-up') === 'off') root.setAttribute('data-sign-up', 'off');
  if (!('PublicKeyCredential' in window) || /^[\d.]+$|:/.test(location.hostname))
    root.setAttribute('data-passkeys', 'off');

  // A form that is submitted before its own code is loaded is submitted again afterwards (replace-prerendered.ts).
  addEventListener('submit', function (event) {
    var drawn = event.target.closest('[data-drawn]');
    if (!drawn) return;
    event.preventDefault();
    drawn.setAttribute('data-submitted', '');
  });

  // The first calls of the page are prefetched (`takePrefetchedResponse`) while its code is loading.
  var calls = meta('first-calls');
  var token = /(?:^|; )token=([^;]+)/.exec(document.cookie);
  if (calls !== '' && token) sendCalls(JSON.parse(calls), decodeURIComponent(token[1]));

  function sendCalls(list, bearer) {
    var answers = {};
    var profile = null;
    window.firstCalls = { token: bearer, answers: answers };
    list.forEach(function (call) {
      var answer = call.onlyFor ? profile.then(sendIfAllowed.bind(null, call, bearer)) : send(call, bearer);
      // Whoever takes the answer hears of the failure; nobody else needs to.
      answer.catch(function () {});
      answers[call.path + ' ' + call.body] = answer;
      profile = profile || answer;
    });
  }

  function send(call, bearer) {
    return fetch(call.path, {
      method: 'POST',
      headers: { authorization: 'Bearer ' + bearer, 'content-type': 'application/json' },
      body: call.body,
    });
  }

  function sendIfAllowed(call, bearer, profile) {
    return profile
      .clone()
      .json()
      .then(function (answer) {
        if (!answer.data || call.onlyFor.indexOf(answer.data.adminRole) === -1)
          throw new Error('This account may not ask.');
        return send(call, bearer);
      });
  }
})();
