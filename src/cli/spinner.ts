import { S_BAR, S_STEP_ERROR, S_STEP_SUBMIT, unicode } from '@clack/prompts';
import kleur from 'kleur';
import { SHOW_CURSOR } from '../base/signals';

const FRAMES = unicode ? ['◒', '◐', '◓', '◑'] : ['•', 'o', 'O', '0'];
const FRAME_MS = 80;
const CTRL_C = 3;
const HIDE_CURSOR = '\u001b[?25l';
const ERASE_LINE = '\r\u001b[2K';

/**
 * Shows at a terminal that something takes its time. Like the prompt library's, which cannot be used: on Ctrl-C it ends the
 * process with 0 itself, so that nothing is undone and everything looks done.
 * @returns stops it with a last line
 */
export function startSpinner(
  message: string,
  output: NodeJS.WriteStream,
): (text: string, ok: boolean) => void {
  const release = takeKeys();
  output.write(`${kleur.gray(S_BAR)}\n${HIDE_CURSOR}`);
  // A line that is wrapped could not be drawn over.
  const shown = message.slice(0, Math.max(0, (output.columns ?? 80) - 4));
  let frame = 0;
  const draw = () =>
    output.write(`${ERASE_LINE}${kleur.magenta(FRAMES[frame++ % FRAMES.length] ?? '')}  ${shown}`);
  draw();
  const timer = setInterval(draw, FRAME_MS);
  return (text, ok) => {
    clearInterval(timer);
    release();
    const mark = ok ? kleur.green(S_STEP_SUBMIT) : kleur.red(S_STEP_ERROR);
    output.write(`${ERASE_LINE}${SHOW_CURSOR}${mark}  ${text}\n`);
  };
}

/** Keys that are pressed meanwhile answer no later question, and do not stand in between; Ctrl-C stays what it is. */
function takeKeys(): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => {};
  const heard = (keys: Buffer) => {
    // The terminal sends no signal while keys are taken one at a time.
    if (keys.includes(CTRL_C)) process.emit('SIGINT');
  };
  stdin.setRawMode(true);
  stdin.on('data', heard);
  stdin.resume();
  return () => {
    stdin.off('data', heard);
    stdin.pause();
    stdin.setRawMode(false);
  };
}
