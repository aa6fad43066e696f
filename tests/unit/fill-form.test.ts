import { expect, test } from 'vitest';
import { type Filling, fillForm } from '../../src/runtime/visitors/fill-form';

const words = '{&quot;failed&quot;:&quot;Not sent.&quot;,&quot;files&quot;:&quot;Choose files again.&quot;}';
const form = (id: string, action = '/api/forms/a:1') =>
  `<form id="${id}" action="${action}" method="post" data-words="${words}">` +
  '<input type="hidden" name="token" value="old"/>' +
  '<input type="text" id="f-0" name="who" value="Default"/><p id="f-0-error" data-for="who" class="hidden"></p>' +
  '<textarea name="text" rows="3">Default</textarea><p data-for="text"></p>' +
  '<select name="one"><option value="a" selected="">A</option><option value="b">B</option></select>' +
  '<fieldset><input type="checkbox" name="many[]" value="x" checked=""/><input type="checkbox" name="many[]" value="y"/></fieldset><p data-for="many[]"></p>' +
  '<input type="radio" name="way" value="x" checked=""/><input type="radio" name="way" value="y"/>' +
  '<input type="file" name="file"/><button type="submit">Send</button>' +
  '<div role="status" tabindex="-1" class="s"></div></form>';
const page = `<html><script src="/_next/static/chunks/a.js" async=""></script>${form('form-1')}<p>between</p>${form('form-2')}<script>self.x="<form id=\\"form-2\\""</script></html>`;
const filling: Filling = {
  id: 'form-2',
  action: '/api/forms/a:1',
  written: [
    ['who', 'Ada "><script>alert(1)</script>'],
    ['text', '\n</textarea><script>alert(2)</script>'],
    ['one', 'b'],
    ['many[]', 'y'],
    ['way', 'y'],
  ],
  isSent: false,
  message: { text: 'Wrong <b>' },
};
/** The page from its second form on. */
const second = (filled = '') => filled.slice(filled.indexOf('between'));

test('what was written stands in its fields, as text, in one form of the page', () => {
  const filled = fillForm(page, filling);
  expect(filled?.slice(0, filled.indexOf('between'))).toContain(form('form-1'));
  expect(second(filled)).toContain('name="who" value="Ada &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(second(filled)).toContain(
    '<textarea name="text" rows="3">\n\n&lt;/textarea&gt;&lt;script&gt;alert(2)&lt;/script&gt;</textarea>',
  );
  expect(second(filled)).toContain('<option value="a">A</option><option value="b" selected="">B</option>');
  expect(second(filled)).toMatch(/value="x"\/?><input type="checkbox" name="many\[\]" value="y" checked=""/);
  expect(second(filled)).toMatch(
    /name="way" value="x"\/?><input type="radio" name="way" value="y" checked=""/,
  );
  expect(second(filled)).toContain(
    '<div role="status" tabindex="-1" class="s" data-failed="" autofocus="">Wrong &lt;b&gt;</div>',
  );
  expect(filled).not.toContain('<script>alert');
  expect(filled).not.toContain('/_next/');
});

test('what is wrong stands at its fields, and the first has the focus', () => {
  const errors = [
    { name: 'text', message: 'Too <short>' },
    { name: 'many[]', message: 'Choose one' },
    { name: 'gone', message: 'Fill in what is gone' },
  ];
  const filled = second(fillForm(page, { ...filling, errors }));
  expect(filled).toContain('<p data-for="text" data-shown="">Too &lt;short&gt;</p>');
  expect(filled).toContain('<p data-for="many[]" data-shown="">Choose one</p>');
  expect(filled).toContain('<textarea name="text" rows="3" aria-invalid="true" autofocus="">');
  expect(filled.match(/autofocus/g)).toHaveLength(1);
  expect(filled.match(/aria-invalid/g)).toHaveLength(3);
  // An error without a place of its own is not lost.
  expect(filled).toContain('data-failed="">Wrong &lt;b&gt; Fill in what is gone</div>');
});

test('words of the theme, values for the next try, and what was written into fields that are gone', () => {
  const written = [...filling.written, ['former', 'Once <asked>'], ['_page', '/x/']] as const;
  const filled = second(
    fillForm(page, {
      ...filling,
      written,
      message: { word: 'failed' },
      more: ['files'],
      hidden: { token: 'n"w' },
    }),
  );
  expect(filled).toContain('>Not sent. Choose files again.<ul><li>Once &lt;asked&gt;</li></ul></div>');
  expect(filled).toContain('name="token" value="n&quot;w"');
});

test('a form that was sent is as it was, with its message', () => {
  const filled = second(fillForm(page, { ...filling, isSent: true, message: { text: 'Thanks' } }));
  expect(filled).toContain('name="who" value="Default"');
  expect(filled).toContain('<div role="status" tabindex="-1" class="s" autofocus="">Thanks</div>');
});

test('a form with another number is found by its address, and one that is not there is not', () => {
  expect(fillForm(page, { ...filling, id: 'form-9' })).toContain('Ada &quot;');
  expect(fillForm(page, { ...filling, action: '/api/forms/a:2' })).toBeUndefined();
});
