import { describe, expect, test } from 'vitest';
import { inWordPressFormat } from '../../src/runtime/content/wordpress-date';

const DATE = '2026-11-02T09:05:07';

describe('a date in the format of WordPress', () => {
  // Each as PHP's date() writes it.
  test.each([
    ['F j, Y', 'November 2, 2026'],
    ['Y-m-d', '2026-11-02'],
    ['m/d/Y', '11/02/2026'],
    ['d.m.y', '02.11.26'],
    ['n/j/Y', '11/2/2026'],
    ['jS F Y', '2nd November 2026'],
    ['l, D M', 'Monday, Mon Nov'],
    ['j \\d\\e F', '2 de November'],
    ['Y年n月j日', '2026年11月2日'],
    ['g:i a', '9:05 am'],
    ['h:i A', '09:05 AM'],
    ['H:i:s', '09:05:07'],
    ['G\\h i', '9h 05'],
  ])('%s', (format, words) => {
    expect(inWordPressFormat(format, DATE, 'en-GB')).toBe(words);
  });

  test.each([
    ['de-DE', 'j. F Y', '2. November 2026'],
    ['pl-PL', 'j F Y', '2 listopada 2026'],
    ['pl-PL', 'F Y', 'listopad 2026'],
    ['pt-PT', 'l, j \\d\\e F', 'segunda-feira, 2 de novembro'],
    ['ar', 'j F Y', '2 نوفمبر 2026'],
    ['fa-IR', 'Y/m/d', '2026/11/02'],
    ['xx-unknown', 'F j', 'November 2'],
  ])('months and days in %s', (language, format, words) => {
    expect(inWordPressFormat(format, DATE, language)).toBe(words);
  });

  test.each([
    ['1st', '2026-01-01', 'jS', '1st'],
    ['11th', '2026-01-11', 'jS', '11th'],
    ['23rd', '2026-01-23', 'jS', '23rd'],
    ['midnight', '2026-01-01 00:30:00', 'g:i a', '12:30 am'],
    ['noon', '2026-01-01T12:00', 'g:i a', '12:00 pm'],
    ['a day without a time', '2026-01-01', 'H:i', '00:00'],
    ['a leap day', '2024-02-29', 'j', '29'],
  ])('%s', (_, date, format, words) => {
    expect(inWordPressFormat(format, date, 'en')).toBe(words);
  });

  test.each([
    ['no date', 'F j, Y', ''],
    ['February 31', 'F j, Y', '2026-02-31'],
    ['no format', '', DATE],
    ['white space', '  ', DATE],
    ['the week of the year', 'W', DATE],
    ['letters without a backslash', 'j de F', DATE],
  ])('nothing for %s', (_, format, date) => {
    expect(inWordPressFormat(format, date, 'en')).toBeNull();
  });
});
