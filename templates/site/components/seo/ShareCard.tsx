import type { ShareCardProps } from 'headless-site/seo';

/**
 * The picture that social networks show of a page without one. Drawn by next/og, which knows flexbox and plain colours,
 * and sets every text in its own font.
 */
export function ShareCard({ title, siteName, colors }: ShareCardProps) {
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: '80px',
        background: colors.paper,
        color: colors.ink,
      }}
    >
      <div style={{ width: '96px', height: '12px', background: colors.accent }} />
      <div style={{ display: 'flex', fontSize: sizeOf(title), lineHeight: 1.15, letterSpacing: '-0.02em' }}>
        {title}
      </div>
      <div
        style={{
          display: 'flex',
          paddingTop: '28px',
          borderTop: `2px solid ${colors.line}`,
          fontSize: '32px',
          color: colors.soft,
        }}
      >
        {siteName}
      </div>
    </div>
  );
}

/** Four lines of a long title take as much room as two of a short one. */
function sizeOf(title: string): string {
  if (title.length <= 40) return '92px';
  return title.length <= 75 ? '76px' : '62px';
}
