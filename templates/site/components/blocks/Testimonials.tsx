import type { TestimonialsBlock, TestimonialsBlockTestimonial } from 'headless-site';
import type { BlockProps } from 'headless-site/blocks';
import { CmsImage } from '@/components/content/CmsImage';
import { SectionHeading } from './SectionHeading';

/** What others say. One quote stands alone and large; several share two columns. */
export function Testimonials({ block, headingLevel }: BlockProps<TestimonialsBlock>) {
  const alone = block.testimonials.length === 1;
  return (
    <section className="band bg-muted">
      <div className="container">
        <SectionHeading level={headingLevel}>{block.sectionHeading}</SectionHeading>
        <ul className={`mt-10 grid gap-x-16 gap-y-12 ${alone ? '' : 'md:grid-cols-2'}`}>
          {block.testimonials.map((testimonial, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: quotes have no identity but their place
            <li key={index} className="border-t border-line pt-6">
              <Testimonial testimonial={testimonial} large={alone} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Testimonial({ testimonial, large }: { testimonial: TestimonialsBlockTestimonial; large: boolean }) {
  const { quote, authorName, authorRole, authorImage } = testimonial;
  return (
    <figure>
      <blockquote className={`max-w-wide font-text text-pretty ${large ? 'text-3xl' : 'text-xl'}`}>
        {quote}
      </blockquote>
      {authorName && (
        <figcaption className="mt-5 flex items-center gap-3.5 text-sm">
          {authorImage && (
            <span className="size-11 overflow-hidden rounded-full">
              <CmsImage
                image={{ url: authorImage.sourceUrl, alt: authorImage.altText }}
                ratio="1/1"
                sizes="44px"
              />
            </span>
          )}
          <span>
            <span className="block font-semibold">{authorName}</span>
            {authorRole && <span className="block text-soft">{authorRole}</span>}
          </span>
        </figcaption>
      )}
    </figure>
  );
}
