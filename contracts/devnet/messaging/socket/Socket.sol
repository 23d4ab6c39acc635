// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SocketConfig} from "./SocketConfig.sol";
import {SocketDst} from "./SocketDst.sol";
import {SocketSrc} from "./SocketSrc.sol";

/// @title The devnet's messaging contract
/// @notice It has the functions, events, ids, hashes, signatures and errors of the deployed system, so that a plug or
/// tool that works here works there. It has no owner and cannot be changed after deployment.
contract Socket is SocketSrc, SocketDst {
    constructor(
        uint32 chainSlug_,
        address executionManager_,
        address transmitManager_
    ) SocketConfig(chainSlug_, executionManager_, transmitManager_) {}
}
