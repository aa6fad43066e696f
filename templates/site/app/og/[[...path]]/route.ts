import { shareImage } from 'headless-site/routes/share-image';
import { ShareCard } from '@/components/seo/ShareCard';

/** The share image of what lives at `/og/<path>`. */
export const GET = shareImage(ShareCard);

export const dynamic = 'force-static';
