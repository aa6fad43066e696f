import { expect, test } from 'vitest';
import { readJson, wellFormed } from '../../src/runtime/pages/json-body';

test('half of a character is replaced, wherever it stands', async () => {
  const request = new Request('http://localhost', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: String.raw`{"name":"a\ud800","more":["\udfff!","\ud83d\ude00"]}`,
  });
  expect(await readJson(request, 1000, wellFormed)).toEqual({
    ok: true,
    value: { name: 'a�', more: ['�!', '😀'] },
  });
});
