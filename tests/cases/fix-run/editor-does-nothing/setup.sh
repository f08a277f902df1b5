mkdir -p repo/src repo/.git outside
echo main > repo/src/main.txt
echo old > repo/src/old.txt
echo config > repo/.git/config
echo secret > outside/secret.txt
printf "#!/bin/sh\n" > editor.sh
chmod +x editor.sh
