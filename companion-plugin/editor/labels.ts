import { __ } from '@wordpress/i18n';

/** Names of fields as people read them; an owner's own field is named by its own words. */
const labels = (): Record<string, string> => ({
  altText: __('Alternative text', 'headless-site-companion'),
  authorImage: __('Portrait', 'headless-site-companion'),
  authorName: __('Name', 'headless-site-companion'),
  authorRole: __('Role', 'headless-site-companion'),
  backgroundColor: __('Background', 'headless-site-companion'),
  buttonText: __('Button text', 'headless-site-companion'),
  buttonUrl: __('Button address', 'headless-site-companion'),
  content: __('Content', 'headless-site-companion'),
  description: __('Description', 'headless-site-companion'),
  featured: __('Recommended', 'headless-site-companion'),
  features: __('Features', 'headless-site-companion'),
  heading: __('Heading', 'headless-site-companion'),
  icon: __('Icon', 'headless-site-companion'),
  image: __('Picture', 'headless-site-companion'),
  imagePosition: __('Side of the picture', 'headless-site-companion'),
  name: __('Name', 'headless-site-companion'),
  plans: __('Plans', 'headless-site-companion'),
  price: __('Price', 'headless-site-companion'),
  quote: __('Quote', 'headless-site-companion'),
  sectionHeading: __('Heading', 'headless-site-companion'),
  subheading: __('Subheading', 'headless-site-companion'),
  testimonials: __('Testimonials', 'headless-site-companion'),
  text: __('Text', 'headless-site-companion'),
  title: __('Title', 'headless-site-companion'),
});

/** Values of lists to choose from. */
const choices = (): Record<string, string> => ({
  accent: __('Accent', 'headless-site-companion'),
  contrast: __('Contrast', 'headless-site-companion'),
  left: __('Left', 'headless-site-companion'),
  muted: __('Muted', 'headless-site-companion'),
  right: __('Right', 'headless-site-companion'),
  surface: __('Surface', 'headless-site-companion'),
});

const words = (name: string) => {
  const apart = name.replace(/([A-Z])/g, ' $1').toLowerCase();
  return apart.charAt(0).toUpperCase() + apart.slice(1);
};

export const label = (field: string): string => labels()[field] ?? words(field);
export const choice = (value: string): string => choices()[value] ?? words(value);
