export { Analytics } from '../pages/analytics/Analytics.tsx';
