// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Owned} from "../access/Owned.sol";
import {SocketConfig} from "./SocketConfig.sol";
import {SocketContracts} from "./SocketContracts.sol";
import {SocketDst} from "./SocketDst.sol";
import {SocketSrc} from "./SocketSrc.sol";

/// @title The devnet's messaging contract
/// @notice It has the functions, events, ids, hashes, signatures and errors of the deployed system, so that a plug or
/// tool that works here works there.
contract Socket is SocketSrc, SocketDst {
    /// @param owner_ Account that grants the roles. It has none itself until it grants them to itself.
    constructor(
        address owner_,
        uint32 chainSlug_,
        address hasher_,
        address capacitorFactory_,
        address executionManager_,
        address transmitManager_
    )
        Owned(owner_)
        SocketContracts(hasher_, capacitorFactory_, executionManager_, transmitManager_)
        SocketConfig(chainSlug_)
    {}
}
