export { ThemeScript } from '../security/ThemeScript.tsx';
