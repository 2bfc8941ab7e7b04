import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'

const Context = createContext(false)

/** Everything inside is shown to a person who may change nothing of it. The server refuses it all the same. */
export const ReadOnly = ({ when, children }: { when: boolean; children: ReactNode }) => (
  <Context value={when}>{children}</Context>
)

export const useReadOnly = () => useContext(Context)

/** What only those need who may change something, such as a button. */
export const Changing = ({ children }: { children: ReactNode }) => (useReadOnly() ? null : children)

type FormProps = ComponentProps<'form'> & { preventScrollReset?: boolean }

/** A form that shows what is there, and sends nothing. Reading on in it is possible, writing is not. */
export function StillForm({ children, preventScrollReset: _, ...rest }: FormProps) {
  return (
    <form {...rest} onSubmit={(event) => event.preventDefault()}>
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </form>
  )
}
