import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import type { MouseEvent, PointerEvent, ReactNode } from 'react'
import { cx } from './cx.ts'

type SheetProps = { id: string; title: ReactNode; text?: ReactNode; size?: 'small' | 'medium'; children: ReactNode }

/**
 * A small dialog that is in the page from the beginning: a button with `popoverTarget={id}` opens it without a script. With a script,
 * give that button `onClick={openSheet}`: then it is modal, traps the focus and gives it back.
 */
export function Sheet({ id, title, text, size = 'small', children }: SheetProps) {
  const { t } = useLingui()
  return (
    <dialog id={id} popover="auto" aria-labelledby={`${id}-title`} onPointerDown={closeOutside} className={looks[size]}>
      <div className="relative p-5 sm:p-6">
        <h2 id={`${id}-title`} className="pr-10 text-2xl">
          {title}
        </h2>
        {text && <p className="mt-1.5 text-muted">{text}</p>}
        <div className="mt-5">{children}</div>
        <button
          type="button"
          popoverTarget={id}
          popoverTargetAction="hide"
          onClick={close}
          aria-label={t`Close`}
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </dialog>
  )
}

/** Opens a sheet from its button. */
export function openSheet(event: MouseEvent<HTMLButtonElement>) {
  const sheet = document.getElementById(event.currentTarget.getAttribute('popovertarget') ?? '')
  // The browser may have opened it before this script ran.
  if (!(sheet instanceof HTMLDialogElement) || sheet.open || isPopoverOpen(sheet)) return
  event.preventDefault()
  sheet.showModal()
}

const isPopoverOpen = (sheet: HTMLElement) => 'popover' in HTMLElement.prototype && sheet.matches(':popover-open')

const close = (event: MouseEvent<HTMLButtonElement>) => event.currentTarget.closest('dialog')?.close()
const closeOutside = (event: PointerEvent<HTMLDialogElement>) =>
  event.target === event.currentTarget && event.currentTarget.close()

const sheet = cx(
  'm-auto max-h-[88dvh] w-full max-w-full overflow-y-auto overscroll-contain border border-line bg-card p-0 text-ink shadow-float',
  'backdrop:bg-veil max-sm:mb-0 max-sm:rounded-t-card sm:rounded-card',
)
const looks = { small: `${sheet} sm:max-w-md`, medium: `${sheet} sm:max-w-xl` }
