/**
 * Runs in the head before anything is painted, so that neither theme flashes; also what keeps the theme button and the
 * menus' comfort (Escape, a click elsewhere) going. Plain text in the page instead of a client component: no bundle, and
 * it works before React does. A Content-Security-Policy without 'unsafe-inline' can name its SHA-256.
 *
 * A theme is stored only while it differs from the system's.
 */
export const themeScript = `(function(d){
var r=d.documentElement,m=matchMedia('(prefers-color-scheme: dark)');
function saved(){try{var t=localStorage.getItem('theme');return t==='dark'||t==='light'?t:''}catch(e){return ''}}
function system(){return m.matches?'dark':'light'}
function show(){r.dataset.theme=saved()||system()}
show();m.addEventListener('change',show);addEventListener('storage',show);
d.addEventListener('click',function(e){
if(e.target.closest('[data-theme-toggle]')){
var t=r.dataset.theme==='dark'?'light':'dark';
try{t===system()?localStorage.removeItem('theme'):localStorage.setItem('theme',t)}catch(x){}
r.dataset.theme=t}
d.querySelectorAll('.menu-list details[open]').forEach(function(x){if(!x.contains(e.target))x.open=false})});
d.addEventListener('keydown',function(e){
if(e.key==='Escape')d.querySelectorAll('.menu-list details[open]').forEach(function(x){
if(x.contains(d.activeElement))x.firstElementChild.focus();x.open=false})});
})(document)`;
