import type { TestimonialsBlock, TestimonialsBlockTestimonial } from 'headless-site';
import { type BlockProps, fullRows } from 'headless-site/blocks';
import { CmsImage } from '@/components/content/CmsImage';
import { SectionHeading } from './SectionHeading';

/** Quotes of others. One stands alone and large; several share full rows. */
export function Testimonials({ block, headingLevel }: BlockProps<TestimonialsBlock>) {
  const places = fullRows(block.testimonials.length, 3);
  return (
    <section className="band band-muted">
      <div className="container">
        <SectionHeading level={headingLevel}>{block.sectionHeading}</SectionHeading>
        <ul className="columns">
          {block.testimonials.map((testimonial, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: quotes have no identity but their place
            <li key={index} className={`quote ${places[index]}`}>
              <Testimonial testimonial={testimonial} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Testimonial({ testimonial }: { testimonial: TestimonialsBlockTestimonial }) {
  const { quote, authorName, authorRole, authorImage } = testimonial;
  return (
    <figure>
      <blockquote>{quote}</blockquote>
      {authorName && (
        <figcaption>
          {authorImage && (
            <span className="face">
              <CmsImage
                image={{ url: authorImage.sourceUrl, alt: authorImage.altText }}
                ratio="1/1"
                sizes="44px"
                most={96}
              />
            </span>
          )}
          <span>
            <strong>{authorName}</strong>
            {authorRole && <small>{authorRole}</small>}
          </span>
        </figcaption>
      )}
    </figure>
  );
}
