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
 * It loads the style sheets of a page whose own styles a policy forbids (`server/zero-js/styles.ts`).
 */
export const themeScript = `(d=>{
var r=d.documentElement,m=matchMedia('(prefers-color-scheme: dark)'),k={},
on=(t,f)=>d.addEventListener(t,f),
menus=f=>d.querySelectorAll('.menu-list details[open]').forEach(f),
system=()=>m.matches?'dark':'light',
show=()=>{try{var t=localStorage.theme}catch{}r.dataset.theme=/^(dark|light)$/.test(t)?t:system()},
load=x=>{var u=x.dataset.module;return k[u]??=new Promise((y,n)=>{
var s=d.createElement('script');s.type='module';s.src=u;s.onload=y;s.onerror=()=>{s.remove();delete k[u];n()};d.head.append(s)
}).then(()=>import(u))},
near=e=>{var x=e.target.closest?.('[data-module]');x&&load(x).catch(()=>{})},
go=(e,x)=>{e.preventDefault();wake(x)},
wake=x=>{
var g=d.getElementById(x.getAttribute('aria-controls')),f=g?.querySelector('form'),q=x.dataset.fetch;
if(g?.open===false){g.showModal();f?.q?.select()}
if(q&&!k[q])(k[q]=fetch(q)).catch(()=>{});
load(x).then(o=>o.default(x,k[q])).catch(()=>{
x.elements?HTMLFormElement.prototype.submit.call(x):g?.open===false||(f?.q?.value?f.submit():x.href?location=x.href:x.type==='submit'&&x.form?.requestSubmit(x))})};
show();m.addEventListener('change',show);addEventListener('storage',show);
on('pointerover',near);on('focusin',near);
on('submit',e=>{e.target.dataset.module&&go(e,e.target)});
on('click',e=>{
if(e.target.closest('[data-theme-toggle]')){
var t=r.dataset.theme==='dark'?'light':'dark';
try{t===system()?delete localStorage.theme:localStorage.theme=t}catch{}
r.dataset.theme=t}
var a=e.target.closest('a[data-module],button[data-module]');
if(a&&!(e.ctrlKey||e.metaKey||e.shiftKey||e.altKey||e.button||e.defaultPrevented))go(e,a);
menus(x=>x.contains(e.target)||(x.open=false))});
on('keydown',e=>{
if((e.ctrlKey||e.metaKey)&&!e.shiftKey&&!e.altKey&&e.key?.toLowerCase()==='k'){
var a=d.querySelector('[data-module][aria-keyshortcuts~="Control+K"]');a&&go(e,a)}
if(e.key==='Escape')menus(x=>{if(x.contains(d.activeElement))x.firstElementChild.focus();x.open=false})});
on('DOMContentLoaded',()=>{
var x=d.querySelector('style[data-sheets]');
if(x&&!x.sheet)x.dataset.sheets.split(' ').forEach(h=>{
var l=d.createElement('link');l.rel='stylesheet';l.href=h;d.head.append(l)})})
})(document)`.replaceAll('\n', '');

/**
 * Wakes the comments' module at once where a comment of the visitor's own may wait: as if somebody had come near the form, so it is
 * loaded as every module is. Everybody else loads nothing.
 */
export const commentWake = `(function(d){try{var f=d.getElementById('comment-form');
localStorage['comment-waiting-'+f.querySelector('[name=post]').value]&&f.dispatchEvent(new Event('focusin',{bubbles:true}))}catch(e){}})(document)`;

/** Scripts in pages that add no element and no class. */
export const stockScripts: readonly string[] = [themeScript, commentWake];
