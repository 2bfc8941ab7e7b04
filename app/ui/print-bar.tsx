import { Trans } from '@lingui/react/macro'
import { ArrowLeft, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from './button.tsx'

type PrintBarProps = { to: string; back: ReactNode; children?: ReactNode }

/** The bar over a printable sheet, which is not printed itself: the link back, and the button. */
export const PrintBar = ({ to, back, children }: PrintBarProps) => (
  <>
    <Link to={to} className="inline-flex min-h-11 items-center gap-1.5 font-medium">
      <ArrowLeft aria-hidden="true" className="size-4" />
      {back}
    </Link>
    <div className="flex flex-wrap gap-3">
      {children}
      <Button
        type="button"
        onClick={() => window.print()}
        icon={<Printer aria-hidden="true" className="size-4" />}
        className="needs-script"
      >
        <Trans>Print</Trans>
      </Button>
    </div>
  </>
)
