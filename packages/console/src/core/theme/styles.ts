/**
 * The styles of the sign-in page. Other pages import `@mantine/core/styles/<Component>.layer.css` beside their use. The order in which
 * chunks load does not matter: unlayered CSS modules override Mantine's CSS layer. `base.css` comes first, because it orders the layers.
 */
import './base.css';
import './looks.css';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Text.layer.css';
import '@mantine/core/styles/Title.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Stack.layer.css';
import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Anchor.layer.css';
import '@fairwatch/look/tokens.css';
