export function proofOf(secret: string | undefined, nonce: string): string | null;
