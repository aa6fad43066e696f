/**
 * Runs in the head before anything is painted, so that neither theme flashes; also what keeps the theme button and the
 * menus' comfort (Escape, a click elsewhere) going, and what wakes the modules of a page (`browser/`). Plain text in the page: no
 * bundle, and it listens before the rest of the page has come. A Content-Security-Policy without 'unsafe-inline' can name its
 * SHA-256, so it is the same in every page of every site: addresses of modules are in the elements.
 *
 * A theme is stored only while it differs from the system's.
 *
 * `data-module` names a file whose `default` function gets the element when a link or button is clicked or a form is sent. It is
 * loaded when the pointer or the focus comes near, by an element first: under 'strict-dynamic' an element that a script adds is trusted,
 * and `import()` in a script of the page is not (Chromium 156). A link that controls a dialog opens it at once, because a phone may take a
 * second for the file and nobody waits with typing; what `data-fetch` names is asked for
 * beside it, and handed to the function as a promise. As `<link rel=preload>` it was fetched twice (stale-while-revalidate). Where the
 * file does not come, the link is followed and the form is posted (also that of a button), unless the visitor has closed the dialog meanwhile.
 *
 * It loads the style sheets of a page whose own styles a policy forbids (`light/styles.ts`).
 */
export const themeScript = `(function(d){
var r=d.documentElement,m=matchMedia('(prefers-color-scheme: dark)');
function saved(){try{var t=localStorage.getItem('theme');return t==='dark'||t==='light'?t:''}catch(e){return ''}}
function system(){return m.matches?'dark':'light'}
function show(){r.dataset.theme=saved()||system()}
show();m.addEventListener('change',show);addEventListener('storage',show);
var k={};
function load(x){var u=x.dataset.module;return k[u]=k[u]||new Promise(function(y,n){
var s=d.createElement('script');s.type='module';s.src=u;s.onload=y;s.onerror=function(){s.remove();delete k[u];n()};d.head.append(s)
}).then(function(){return import(u)})}
function near(e){var x=e.target.closest&&e.target.closest('[data-module]');if(x)load(x).catch(function(){})}
function wake(x){
var g=d.getElementById(x.getAttribute('aria-controls')),f=g&&g.querySelector('form');
if(g&&g.showModal&&!g.open){g.showModal();f&&f.q&&f.q.select()}
var q=x.dataset.fetch;if(q&&!k[q])(k[q]=fetch(q)).catch(function(){});
load(x).then(function(o){return o.default(x,k[q])}).catch(function(){
if(x.elements)HTMLFormElement.prototype.submit.call(x);else if(g&&g.showModal&&!g.open);else if(f&&f.q&&f.q.value)f.submit();else if(x.href)location.assign(x.href);else if(x.form&&x.type==='submit')x.form.requestSubmit(x)})}
function plain(e){return !(e.ctrlKey||e.metaKey||e.shiftKey||e.altKey||e.button)}
d.addEventListener('pointerover',near);d.addEventListener('focusin',near);
d.addEventListener('submit',function(e){if(e.target.dataset.module){e.preventDefault();wake(e.target)}});
d.addEventListener('click',function(e){
if(e.target.closest('[data-theme-toggle]')){
var t=r.dataset.theme==='dark'?'light':'dark';
try{t===system()?localStorage.removeItem('theme'):localStorage.setItem('theme',t)}catch(x){}
r.dataset.theme=t}
var a=e.target.closest('a[data-module],button[data-module]');
if(a&&plain(e)&&!e.defaultPrevented){e.preventDefault();wake(a)}
d.querySelectorAll('.menu-list details[open]').forEach(function(x){if(!x.contains(e.target))x.open=false})});
d.addEventListener('keydown',function(e){
if((e.ctrlKey||e.metaKey)&&!e.shiftKey&&!e.altKey&&e.key&&e.key.toLowerCase()==='k'){
var a=d.querySelector('[data-module][aria-keyshortcuts~="Control+K"]');if(a){e.preventDefault();wake(a)}}
if(e.key==='Escape')d.querySelectorAll('.menu-list details[open]').forEach(function(x){
if(x.contains(d.activeElement))x.firstElementChild.focus();x.open=false})});
d.addEventListener('DOMContentLoaded',function(){
var x=d.querySelector('style[data-sheets]');
if(x&&!x.sheet)x.dataset.sheets.split(' ').forEach(function(h){
var l=d.createElement('link');l.rel='stylesheet';l.href=h;d.head.append(l)})});
})(document)`;

/**
 * Wakes the comments' module at once where a comment of the visitor's own may wait: as if somebody had come near the form, so it is
 * loaded as every module is. Everybody else loads nothing.
 */
export const commentWake = `(function(d){try{var f=d.getElementById('comment-form');
localStorage['comment-waiting-'+f.querySelector('[name=post]').value]&&f.dispatchEvent(new Event('focusin',{bubbles:true}))}catch(e){}})(document)`;

/** Scripts in pages that add no element and no class. */
export const stockScripts: readonly string[] = [themeScript, commentWake];
