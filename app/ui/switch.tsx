import { type ComponentProps, type ReactNode, useId } from 'react'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: ReactNode; hint?: ReactNode }

/** On or off. A checkbox in a form: it is sent as 'on', or not at all. */
export function Switch({ label, hint, className, ...own }: SwitchProps) {
  const id = useId()
  return (
    <div className={className}>
      <label className="flex min-h-11 items-center justify-between gap-4 font-semibold text-[0.9375rem] has-disabled:text-muted">
        <span className="min-w-0">{label}</span>
        <span className="relative inline-grid h-7 w-12 shrink-0">
          <input
            type="checkbox"
            // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
            role="switch"
            aria-describedby={hint ? `${id}-hint` : undefined}
            {...own}
            className="peer h-7 w-12 appearance-none rounded-badge border border-edge bg-well transition-colors checked:border-brand checked:bg-brand disabled:opacity-55"
          />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1 left-1 size-5 rounded-badge bg-edge transition-transform ease-settle peer-checked:translate-x-5 peer-checked:bg-brand-ink peer-disabled:opacity-70"
          />
        </span>
      </label>
      {hint && (
        <p id={`${id}-hint`} className="pr-16 text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
