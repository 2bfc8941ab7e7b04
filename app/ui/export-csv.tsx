import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { buttonClass } from './button.tsx'

/** A link that downloads the table as a file for a spreadsheet. */
export function ExportCsv({ href }: { href: string }) {
  return (
    <a href={href} className={buttonClass({ variant: 'secondary' })}>
      <Download aria-hidden="true" className="size-5" />
      <Trans>Export CSV</Trans>
    </a>
  )
}
