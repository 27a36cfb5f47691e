import { useEffect, useState } from 'preact/hooks';
import { t } from '../i18n/language';

// Text to paste elsewhere, with a button that copies it. Without the right to the clipboard (plain
// HTTP from another machine) it selects the text instead.
export function CopyBlock(props: { text: string; label: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (!said) return;
    const timer = setTimeout(() => setSaid(''), 2000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (event: Event) => {
    const block = (event.currentTarget as HTMLElement).parentElement?.querySelector('pre');
    try {
      await navigator.clipboard.writeText(props.text);
      setSaid(t('copy.copied'));
    } catch {
      if (block) getSelection()?.selectAllChildren(block);
      setSaid(t('copy.selected'));
    }
  };
  return (
    <div class="copy">
      <pre tabIndex={0} aria-label={props.label}>
        {props.text}
      </pre>
      <button type="button" onClick={copy}>
        {said || t('copy.copy')}
      </button>
      <span class="hidden" role="status">
        {said}
      </span>
    </div>
  );
}
