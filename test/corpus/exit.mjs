// What the parts of `npm run test:corpus` end with: the gravest counts.
export const EXIT = { fine: 0, faulty: 1, trouble: 2 };
