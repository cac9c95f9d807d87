import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '../theme/tables.css';
import '../theme/progress.css';
