export { Analytics } from '../analytics/Analytics.tsx';
