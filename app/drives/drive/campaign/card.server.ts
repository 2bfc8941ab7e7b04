import type { OwnDrive } from '../drive.server.ts'
import { previewVersion } from '../preview-picture.server.ts'
import { excerptOf } from '../rich-text.server.ts'
import { linkOfDrive } from '../share.ts'
import type { LinkCard } from './link-card.tsx'

/** Returns the address at which the owner sees the link's picture. */
export const cardPictureOf = (drive: OwnDrive): string =>
  `/fund-drive/${drive.slug}/card.jpg?v=${previewVersion(drive)}`

/** The link that the drive's owner shares, and what people see beside it in a chat. */
export const linkCardOf = (drive: OwnDrive, origin: string): LinkCard => ({
  link: linkOfDrive(drive, origin),
  picture: cardPictureOf(drive),
  title: `${drive.title} · Harambee`,
  text: excerptOf(drive.description) || drive.slogan,
})
