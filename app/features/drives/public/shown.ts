import type { PublicDrive } from '../drive.server.ts'

/** A drive as a public page has it. */
export type ShownDrive = Omit<Extract<PublicDrive, { is: 'open' }>['drive'], 'description'>
