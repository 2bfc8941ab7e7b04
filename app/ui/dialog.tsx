import { Trans, useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import {
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { buttonClass } from './button.tsx'
import { cx } from './cx.ts'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  text?: ReactNode
  /** The address that closing leads to, if an address opens the dialog: then it works without JavaScript, too. */
  closeTo?: string
  size?: 'small' | 'medium' | 'wide'
  /** The buttons at the foot. */
  actions?: ReactNode
  children?: ReactNode
}

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', wide: 'sm:max-w-3xl' }

type AddressDialogProps = Omit<DialogProps, 'open' | 'onClose' | 'closeTo'> & { closeTo: string }

/** A dialog that an address opens: closing it leads to another address, with a script and without one. */
export function AddressDialog({ closeTo, ...dialog }: AddressDialogProps) {
  const navigate = useNavigate()
  const close = () => void navigate(closeTo, { replace: true, preventScrollReset: true })
  return <Dialog open onClose={close} closeTo={closeTo} {...dialog} />
}

/** A modal dialog: the browser's own, which traps the focus and gives it back, and which Escape closes. A sheet on phones. */
export function Dialog({ open, onClose, title, text, closeTo, size = 'medium', actions, children }: DialogProps) {
  const { t } = useLingui()
  const id = useId()
  const modal = useModal(open, onClose)
  const outside = (event: PointerEvent) => event.target === event.currentTarget && modal.close()
  const cross =
    'absolute top-2 right-2 grid size-11 place-items-center rounded-control text-muted hover:bg-well hover:text-ink'
  return (
    <dialog
      {...modal.props}
      aria-labelledby={`${id}-title`}
      aria-describedby={text ? `${id}-text` : undefined}
      onPointerDown={outside}
      className={cx(dialogClass, widths[size])}
    >
      {modal.shown && (
        <div className="relative p-5 sm:p-6">
          <h2 id={`${id}-title`} className="pr-10 text-2xl">
            {title}
          </h2>
          {text && (
            <p id={`${id}-text`} className="mt-1.5 text-muted">
              {text}
            </p>
          )}
          {children && <div className="mt-5">{children}</div>}
          {actions && <div className={actionsClass}>{actions}</div>}
          {closeTo ? (
            <Link to={closeTo} replace preventScrollReset aria-label={t`Close`} className={cross}>
              <X aria-hidden="true" className="size-5" />
            </Link>
          ) : (
            <form method="dialog">
              <button type="submit" aria-label={t`Close`} className={cross}>
                <X aria-hidden="true" className="size-5" />
              </button>
            </form>
          )}
        </div>
      )}
    </dialog>
  )
}

type AlertDialogProps = Pick<DialogProps, 'open' | 'onClose' | 'title' | 'closeTo' | 'children'> & {
  text: ReactNode
  /** The button that confirms, or its form; null if the children have it, as wide as the dialog. */
  confirm: ReactNode
  cancelText?: ReactNode
}

/** Asks before something irreversible. The button that cancels is the last one and has the focus; a click outside does not answer. */
export function AlertDialog({ open, onClose, title, text, confirm, cancelText, closeTo, children }: AlertDialogProps) {
  const id = useId()
  const modal = useModal(open, onClose)
  const cancel = cancelText ?? <Trans>Cancel</Trans>
  return (
    <dialog
      {...modal.props}
      role="alertdialog"
      onMouseDown={keepFocus}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={cx(dialogClass, widths.small)}
    >
      {modal.shown && (
        <div className="p-5 sm:p-6">
          <h2 id={`${id}-title`} className="text-2xl">
            {title}
          </h2>
          <p id={`${id}-text`} className="mt-1.5 text-muted">
            {text}
          </p>
          {children && <div className="mt-5">{children}</div>}
          <div className={cx('grid gap-3', confirm ? 'mt-6' : 'mt-3')}>
            {confirm}
            {closeTo ? (
              <Link
                {...{ [wayOut]: '' }}
                to={closeTo}
                replace
                preventScrollReset
                className={buttonClass({ variant: 'secondary' })}
              >
                {cancel}
              </Link>
            ) : (
              <form method="dialog" className="grid">
                <button {...{ [wayOut]: '' }} type="submit" className={buttonClass({ variant: 'secondary' })}>
                  {cancel}
                </button>
              </form>
            )}
          </div>
        </div>
      )}
    </dialog>
  )
}

/** Marks the button that changes nothing: it gets the focus when the dialog opens. */
const wayOut = 'data-way-out'

/** Ignores a click outside an alert dialog, which must not take the focus from its buttons. */
const keepFocus = (event: MouseEvent) => event.target === event.currentTarget && event.preventDefault()

const dialogClass = cx(
  'dialog m-auto w-full overflow-y-auto overscroll-contain border border-line bg-card p-0 text-left text-ink shadow-float backdrop:bg-veil',
  'max-h-[88dvh] max-w-full max-sm:mb-0 max-sm:rounded-t-card sm:rounded-card',
  '[&:not(:modal)]:fixed [&:not(:modal)]:inset-0 [&:not(:modal)]:z-50 [&:not(:modal)]:shadow-[0_0_0_100vmax_var(--veil)]',
)
const actionsClass = 'mt-6 grid gap-3 sm:flex sm:flex-wrap sm:justify-end'

const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect

/**
 * Opens and closes the element as `open` says. Rendered open on the server it is a plain open dialog, readable without a script;
 * React makes it modal.
 */
function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null)
  // Only for the first rendering: afterwards the attribute belongs to the element.
  const [first] = useState(open)
  // A dialog with an address closes at once, and its address changes when the page behind has loaded. A second click meanwhile
  // navigates to the same address: the new key opens the dialog again.
  const { key } = useLocation()
  useBrowserLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    if (!open) return element.close()
    if (element.matches(':modal')) return
    // A person who is already typing keeps their place: the browser would move the focus to the beginning.
    const { activeElement: before } = document
    element.removeAttribute('open')
    element.showModal()
    const at = element.contains(before) ? before : element.querySelector(`[${wayOut}]`)
    if (at instanceof HTMLElement) at.focus()
  }, [open, key])
  const close = () => ref.current?.close()
  // The close event comes late: Forward, pressed soon after Back, may have opened the dialog again.
  const closed = () => open && !ref.current?.open && onClose()
  return { props: { ref, open: first || undefined, onClose: closed }, shown: open, close }
}
