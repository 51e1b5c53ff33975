import { render } from 'preact';
import { App } from './app.js';
import { takeKeyFromAddress } from './key/first-link.js';
import { keptKey } from './key/kept-key.js';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/form.css';
import './styles/answer.css';
import './styles/table.css';
import './styles/parts.css';

const root = document.getElementById('app');
// A link of a first start says whose page this is now, whatever the tab has kept.
if (root) render(<App firstKey={takeKeyFromAddress() ?? keptKey.read()} />, root);
