import { sharedRoute } from 'headless-site/content';
import { ContentRoute } from '@/components/routes/ContentRoute';

/** Posts, pages and archives: WordPress lets them share addresses, so they share this route. */
const route = sharedRoute(ContentRoute);

export const generateStaticParams = route.generateStaticParams;
export const generateMetadata = route.generateMetadata;
export default route.Page;
