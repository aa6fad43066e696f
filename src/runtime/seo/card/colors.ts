/** The card's colours, in the words of CSS that the image maker understands. */
export interface CardColors {
  paper: string;
  ink: string;
  soft: string;
  line: string;
  accent: string;
}

/**
 * The theme's light colours, made of four of the variables that `app/globals.css` calls yours; the lightness of each is
 * the token's there. The image maker knows neither `oklch()` nor `light-dark()`.
 */
export function cardColors(css: string): CardColors {
  const hue = variable(css, 'hue', 162);
  const chroma = variable(css, 'chroma', 0.09);
  const tint = variable(css, 'tint', 0.004);
  const ground = variable(css, 'ground', 0.992);
  return {
    paper: hex(ground, tint / 2, hue),
    ink: hex(0.225, tint * 2, hue),
    soft: hex(0.455, tint * 2, hue),
    line: hex(ground - 0.105, tint, hue),
    accent: hex(0.435, chroma, hue),
  };
}

function variable(css: string, name: string, otherwise: number): number {
  const value = new RegExp(`--brand-${name}:\\s*([\\d.]+)`).exec(css)?.[1];
  return value === undefined ? otherwise : Number(value);
}

/** OKLCH to sRGB, by Björn Ottosson's matrices; what a screen cannot show is clipped. */
function hex(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((channel) => byte(channel).toString(16).padStart(2, '0')).join('')}`;
}

function byte(linear: number): number {
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
  return Math.round(Math.min(1, Math.max(0, encoded)) * 255);
}
