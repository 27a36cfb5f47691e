// One figure with what it is and what it means.
export function Tile(props: { label: string; value: string; note?: string }) {
  return (
    <div class="tile">
      <span class="label">{props.label}</span>
      <span class="value">{props.value}</span>
      <span class="muted">{props.note || '\u00a0'}</span>
    </div>
  );
}
