/** Whether this is the run of the night, which keeps all depth: `npm run nightly` says so. */
export const isNight = process.env.NIGHT === '1'
