/**
 * Blocks are dynamic in WordPress and render to plain HTML in `content`, for feeds and other readers.
 * @param {Record<string, any>[]} blocks
 * @returns {string}
 */
export function htmlOfBlocks(blocks) {
  return blocks
    .map((block) => {
      const heading = block.heading ?? block.sectionHeading;
      const lists = block.features ?? block.testimonials ?? block.plans ?? [];
      return [
        heading && `<h2>${heading}</h2>`,
        (block.subheading ?? block.text) && `<p>${block.subheading ?? block.text}</p>`,
        block.content,
        ...lists.map((/** @type {any} */ entry) =>
          entry.quote
            ? `<blockquote class="wp-block-quote"><p>${entry.quote}</p><cite>${entry.authorName}</cite></blockquote>`
            : `<h3>${entry.title ?? entry.name}</h3>\n<p>${entry.description ?? `${entry.price}. ${entry.features.join('. ')}`}</p>`,
        ),
        block.buttonText && `<p><a href="${block.buttonUrl}">${block.buttonText}</a></p>`,
      ]
        .filter(Boolean)
        .join('\n\n');
    })
    .join('\n\n');
}
