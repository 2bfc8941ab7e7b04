import { createContext } from 'react-router'
import type { OwnDrive } from '#app/features/drives/drive.server.ts'

/** The drive whose pages these are. The layout has found it through its owner; no page below asks again whose it is. */
export const driveContext = createContext<OwnDrive>()
