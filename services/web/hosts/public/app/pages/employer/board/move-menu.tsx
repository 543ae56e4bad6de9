import { Menu } from '@base-ui/react/menu';
import type { ApplicationStage, BoardCard } from '@gatehouse/contract/wire';
import { FocusFirstItem } from '#design/focus-first-item.tsx';
import { STAGE_LABELS } from '#design/stage.tsx';
import { isMailed } from '../applications/mailed-stages.ts';
import type { OpenMenu } from './card.tsx';
import { targetsOf } from './merge-moves.ts';

/** The stages to which a card can move: loaded on demand, never rendered on the server. */
export function MoveMenu({
  menu: { card, opener },
  onMove,
  onClose,
}: {
  menu: OpenMenu;
  onMove: (card: BoardCard, to: ApplicationStage) => void;
  onClose: () => void;
}) {
  return (
    <Menu.Root open onOpenChange={onClose}>
      {/* Inside the page: all content belongs to a landmark. */}
      <Menu.Portal container={opener.closest('main')}>
        <Menu.Positioner anchor={opener} align="start" sideOffset={4} className="menu-place">
          <Menu.Popup className="menu" finalFocus={() => (opener.isConnected ? opener : false)}>
            <FocusFirstItem />
            <Menu.Group>
              <Menu.GroupLabel className="menu-label">Move {card.applicant_name} to</Menu.GroupLabel>
              {targetsOf(card).map((stage) => (
                <Menu.Item
                  key={stage}
                  className="menu-item"
                  aria-haspopup={isMailed(stage) ? 'dialog' : undefined}
                  onClick={() => onMove(card, stage)}
                >
                  {STAGE_LABELS[stage]}
                </Menu.Item>
              ))}
            </Menu.Group>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
