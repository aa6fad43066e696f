/** First lines of the two env files. */
export const ENV_HEADERS = {
  local: 'Values of this machine. Holds secrets: never commit it.',
  example: 'Copy to .env.local and fill in. Make a secret with: openssl rand -base64 32',
} as const;
