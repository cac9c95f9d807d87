// Says which browsers can open the page to those that cannot, instead of a blank page. It is written for them, so it uses no
// syntax and no function that is newer than 2012. Each build has it as a file of its own (`oldBrowserScript`), which only they
// load: by the script that runs before the first paint.
(function () {
  function add(parent, name, words) {
    var element = document.createElement(name);
    element.appendChild(document.createTextNode(words));
    parent.appendChild(element);
    return element;
  }

  function show() {
    var body = document.body;
    while (body.firstChild) body.removeChild(body.firstChild);
    var page = add(body, 'main', '');
    page.style.cssText = 'max-width: 34em; margin: 15vh auto; padding: 0 1.5em; font: 1.1em/1.5 sans-serif';
    add(page, 'h1', 'This browser is too old for Fairwatch');
    add(page, 'p', 'Please update it, or open this address in one of these:');
    var list = add(page, 'ul', '');
    add(list, 'li', 'Chrome, Edge or another Chromium browser, version 126 or newer');
    add(list, 'li', 'Firefox, version 126 or newer');
    add(list, 'li', 'Safari, version 18 or newer (iOS 18, macOS 15)');
    add(page, 'p', 'Nothing was changed, and nothing is lost.');
  }

  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
  else show();
})();
