import { describe, expect, test, vi } from 'vitest';
import { checkContent } from '../../src/runtime/config/extend/check';
import { siteEnvironment } from '../support/site-environment';

/** The custom fields of the contact form: `contact` of `content.config.ts`. */
const own = vi.hoisted(() => ({
  contact: {
    fields: [
      { name: 'phone', label: 'Telephone', kind: 'tel', required: true },
      { name: 'topic', label: 'Topic', kind: 'select', options: ['Sales', 'Support'] },
      { name: 'day', label: 'Day', kind: 'date' },
      { name: 'page', label: 'Page', kind: 'url', maxLength: 100 },
      { name: 'other', label: 'Other address', kind: 'email' },
      { name: 'details', label: 'Details', kind: 'textarea', maxLength: 50 },
      { name: 'terms', label: 'I agree: yes', kind: 'checkbox', required: true },
    ],
  },
}));
vi.mock('../../templates/site/content.config', () => ({ default: own }));
Object.assign(process.env, siteEnvironment);
const { checkSubmission } = await import('../../src/runtime/visitors/contact/fields');

const usual = { name: 'Ada', email: 'ada@example.com', message: 'Hello, how are you?' };
const valid = { ...usual, phone: '+49 30 123', terms: '✓' };

describe('what is written into them', () => {
  test('is checked with the rest, and keeps its label; what is empty is none', () => {
    expect(checkSubmission({ ...valid, topic: 'Sales', day: ' ', page: '', details: 'a\nb' })).toEqual({
      success: true,
      submission: usual,
      fields: [
        { name: 'phone', label: 'Telephone', value: '+49 30 123' },
        { name: 'topic', label: 'Topic', value: 'Sales' },
        { name: 'details', label: 'Details', value: 'a\nb' },
        { name: 'terms', label: 'I agree: yes', value: '✓' },
      ],
    });
  });

  test.each<[string, object, string, string]>([
    ['one that is missing', { ...usual, terms: '✓' }, 'phone', 'Telephone is required'],
    ['one that is empty', { ...valid, phone: '  ' }, 'phone', 'Telephone is required'],
    [
      'a line break, which would be a header',
      { ...valid, phone: '1\r\nBcc: x' },
      'phone',
      'Telephone must be a single line',
    ],
    [
      'a separator of lines',
      { ...valid, phone: '1\u2028Bcc: x' },
      'phone',
      'Telephone must be a single line',
    ],
    [
      'one that is too long',
      { ...valid, details: 'x'.repeat(51) },
      'details',
      'Details must be at most 50 characters',
    ],
    [
      'an option that there is not',
      { ...valid, topic: 'Admin' },
      'topic',
      'Topic must be one of its options',
    ],
    [
      'the name of something that every object has',
      { ...valid, topic: 'constructor' },
      'topic',
      'Topic must be one of its options',
    ],
    ['a day that there is not', { ...valid, day: '2026-02-30' }, 'day', 'Day must be a date'],
    [
      'an address that runs',
      { ...valid, page: 'javascript:alert(1)' },
      'page',
      'Page must be an address of http or https',
    ],
    [
      'two addresses',
      { ...valid, other: 'a@example.com, b@example.com' },
      'other',
      'Other address must be an e-mail address',
    ],
    ['a box that was not ticked', { ...usual, phone: '1' }, 'terms', 'I agree: yes is required'],
    ['a box with something else in it', { ...valid, terms: 'on' }, 'terms', 'I agree: yes must be ticked'],
    ['a list', { ...valid, phone: ['1', '2'] }, 'phone', 'Telephone must be text'],
    ['an object', { ...valid, phone: { toString: 'x' } }, 'phone', 'Telephone must be text'],
  ])('%s is refused', (_name, input, field, error) => {
    expect(checkSubmission(input)).toEqual({ success: false, field, error });
  });

  test('what nobody has asked for is dropped', () => {
    const checked = checkSubmission({ ...valid, bcc: 'x@example.com', ['__proto__']: { admin: true } });
    expect(JSON.stringify(checked)).not.toMatch(/bcc|admin/);
    expect(checked.success).toBe(true);
  });
});

describe('the entry', () => {
  const said = (fields: unknown, contact: unknown = { fields }) =>
    checkContent({ contact }).problems.join('\n');
  const phone = { name: 'phone', label: 'Telephone' };

  test('is taken', () => expect(said([phone, { ...phone, name: 'fax' }])).toBe(''));
  test.each<[string, unknown, string]>([
    ['text in the place of the list', 'phone', 'contact.fields: must be a list. Fix: `contact: {'],
    [
      'text in the place of a field',
      ['phone'],
      'contact.fields[0]: must be an object with `name` and `label`',
    ],
    ['a name with a capital', [{ ...phone, name: 'Phone' }], 'name: must be a word. Fix: small letters'],
    ['a name that is a selector', [{ ...phone, name: 'a]' }], 'name: must be a word. Fix: small letters'],
    ['a name of the form', [{ ...phone, name: 'email' }], '"email" is the form\'s own. Fix: another name'],
    ['the name of the honeypot', [{ ...phone, name: 'website' }], '"website" is the form\'s own'],
    ['the id of an answer', [{ ...phone, name: 'sent' }], '"sent" is the form\'s own'],
    ['a name twice', [phone, phone], 'contact.fields[1].name: "phone" is there twice. Fix: another name'],
    ['no label', [{ name: 'phone' }], 'label: must be one line of text. Fix: what visitors read'],
    ['a label of two lines', [{ ...phone, label: 'a\nb' }], 'label: must be one line of text'],
    ['an unknown kind', [{ ...phone, kind: 'file' }], 'kind: must be one of text, textarea'],
    ['a misspelt key', [{ ...phone, requierd: true }], 'requierd: unknown. Fix: `required`'],
    [
      'a select without options',
      [{ ...phone, kind: 'select' }],
      "options: must be a list of different texts. Fix: `options: ['Sales",
    ],
    [
      'options twice',
      [{ ...phone, kind: 'select', options: ['a', 'a'] }],
      'options: must be a list of different texts',
    ],
    [
      'options without a select',
      [{ ...phone, options: ['a'] }],
      "options: only a select has them. Fix: `kind: 'select'`",
    ],
    [
      'a length of nothing',
      [{ ...phone, maxLength: 0 }],
      'maxLength: must be a whole number from 1 to 10000',
    ],
    [
      'a form without an end',
      Array.from({ length: 21 }, (_, i) => ({ ...phone, name: `n${i}` })),
      '20 at most. Fix: ask less',
    ],
  ])('%s: the error names the place and the fix', (_name, fields, error) => {
    expect(said(fields)).toContain(`content.config.ts: contact.fields`);
    expect(said(fields)).toContain(error);
  });
  test('anything but an object', () => {
    expect(said(undefined, 'phone')).toContain(
      'content.config.ts: contact: must be an object. Fix: `contact:',
    );
  });
});
