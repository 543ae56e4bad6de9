import { Menu } from '@base-ui/react/menu';
import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { FocusFirstItem } from './focus-first-item.tsx';

/** The signed-in user or admin, and their own pages. */
export interface Account {
  readonly name: string;
  /** Below the name: an email address, a role. */
  readonly about: string;
  readonly pages: readonly { readonly to: string; readonly title: string }[];
}

/** What the account button opens: loaded on demand, never rendered on the server. */
export function AccountMenuPopup({
  account: { name, about, pages },
  isOpen,
  onOpenChange,
  onSignOut,
  opener,
}: {
  account: Account;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onSignOut: () => void;
  /** The button above the menu, which gets the focus back unless a page was chosen: its heading gets it then (G10). */
  opener: RefObject<HTMLButtonElement | null>;
}) {
  const isLeft = useRef(false);
  useEffect(() => {
    if (isOpen) isLeft.current = false;
  }, [isOpen]);
  return (
    <Menu.Root open={isOpen} onOpenChange={onOpenChange}>
      {/* Inside the header: all content belongs to a landmark. */}
      <Menu.Portal container={opener.current?.closest('header') ?? null}>
        <Menu.Positioner anchor={opener} align="end" sideOffset={6} className="menu-place">
          <Menu.Popup className="menu" finalFocus={() => !isLeft.current && opener.current}>
            <FocusFirstItem />
            <Menu.Group>
              <Menu.GroupLabel className="menu-label">
                <strong>{name}</strong>
                <span>{about}</span>
              </Menu.GroupLabel>
              {pages.map(({ to, title }) => (
                <Menu.LinkItem
                  key={to}
                  className="menu-item"
                  closeOnClick
                  onClick={() => {
                    isLeft.current = true;
                  }}
                  render={<Link to={to} />}
                >
                  {title}
                </Menu.LinkItem>
              ))}
              <Menu.Item className="menu-item" onClick={onSignOut}>
                Sign out
              </Menu.Item>
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
