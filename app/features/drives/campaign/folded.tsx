import { Trans } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { cx } from '#app/ui/cx.ts'
import './campaign.css'

type FoldedProps = {
  /** False on the page that these figures belong to. */ folds: boolean
  raised: number
  children: ReactNode
}

/**
 * On a phone the figures of a drive would stand between the menu and every page: there they wait behind one line. Wide
 * screens and visitors without a script have them open.
 */
export function Folded({ folds, raised, children }: FoldedProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const amount = moneyText(raised)
  return (
    <>
      {folds && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="needs-script flex min-h-12 w-full items-center gap-3 rounded-card border border-line bg-card px-4 text-left md:hidden"
        >
          <span className="flex-1">
            <Trans>Figures and link</Trans>
          </span>
          <span className="figures text-right text-muted text-sm">
            <Trans>{amount} raised</Trans>
          </span>
          <ChevronDown aria-hidden="true" className={cx('size-5 transition-transform', open && 'rotate-180')} />
        </button>
      )}
      <div id={id} className={cx('grid *:min-w-0', folds ? 'gap-3' : 'gap-4', folds && !open && 'folded-on-phones')}>
        {children}
      </div>
    </>
  )
}
