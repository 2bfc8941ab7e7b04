import { Trans } from '@lingui/react/macro'
import { sloganDefault } from './drive.ts'

/** A drive's slogan: the default one in the reader's language, any other as its owner wrote it. */
export const Slogan = ({ text }: { text: string }) => (text === sloganDefault ? <Trans>unity is power</Trans> : text)
