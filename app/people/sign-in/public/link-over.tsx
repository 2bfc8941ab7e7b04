import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Frame } from './frame.tsx'

/** The page for a mailed link that was used or is too old: the reason, and links to go on. */
export function LinkOver({ text, children }: { text: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Frame title={<Trans>This link has expired</Trans>} text={text}>
      <title>{`${t`This link has expired`} · Harambee`}</title>
      <div className="flex flex-wrap gap-3">{children}</div>
    </Frame>
  )
}
