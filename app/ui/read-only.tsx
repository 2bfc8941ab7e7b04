import { type ComponentProps, createContext, type ReactNode, useContext } from 'react'

const Context = createContext(false)

/** Shows everything inside to a person who may change nothing of it. The server refuses changes all the same. */
export const ReadOnly = ({ when, children }: { when: boolean; children: ReactNode }) => (
  <Context value={when}>{children}</Context>
)

export const useReadOnly = () => useContext(Context)

/** Shows content only to those who may change something, such as a button. */
export const Changing = ({ children }: { children: ReactNode }) => (useReadOnly() ? null : children)

type FormProps = ComponentProps<'form'> & { preventScrollReset?: boolean }

/** A form that shows its values, and sends nothing. Links and reading work in it, writing does not. */
export function PlainForm({ children, preventScrollReset: _, ...rest }: FormProps) {
  return (
    <form {...rest} onSubmit={(event) => event.preventDefault()}>
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </form>
  )
}
