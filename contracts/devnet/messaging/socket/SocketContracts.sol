// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {GOVERNANCE_ROLE} from "../access/Roles.sol";
import {IHasher} from "../interfaces/IHasher.sol";
import {RescueFunds} from "./RescueFunds.sol";

/// @title Part of the socket that names the contracts which it calls
/// @notice Holders of the governance role can replace each of them.
abstract contract SocketContracts is ISocket, RescueFunds {
    /// @inheritdoc ISocket
    address public executionManager__;
    /// @inheritdoc ISocket
    /// @dev Every message reads the address and counts, so both share a slot.
    uint64 public globalMessageCount;
    /// @inheritdoc ISocket
    address public transmitManager__;
    /// @notice Contract that hashes messages.
    IHasher public hasher__;
    /// @notice Contract that deploys the queues of new paths.
    address public capacitorFactory__;

    /// @notice Emitted when the contract that sets prices is set.
    event ExecutionManagerSet(address executionManager);
    /// @notice Emitted when the contract that lists transmitters is set.
    event TransmitManagerSet(address transmitManager);
    /// @notice Emitted when the contract that hashes messages is set.
    event HasherSet(address hasher);
    /// @notice Emitted when the contract that deploys queues is set.
    event CapacitorFactorySet(address capacitorFactory);

    constructor(address hasher_, address capacitorFactory_, address executionManager_, address transmitManager_) {
        _setHasher(hasher_);
        _setCapacitorFactory(capacitorFactory_);
        _setExecutionManager(executionManager_);
        _setTransmitManager(transmitManager_);
    }

    /// @notice Replaces the execution manager. Fees that the old one holds stay there.
    function setExecutionManager(address executionManager_) external onlyRole(GOVERNANCE_ROLE) {
        _setExecutionManager(executionManager_);
    }

    /// @notice Replaces the transmit manager, and with it the list of transmitters.
    function setTransmitManager(address transmitManager_) external onlyRole(GOVERNANCE_ROLE) {
        _setTransmitManager(transmitManager_);
    }

    /// @notice Replaces the hasher. A message on its way stays executable only if the new one gives the same hash.
    function setHasher(address hasher_) external onlyRole(GOVERNANCE_ROLE) {
        _setHasher(hasher_);
    }

    /// @notice Replaces the factory of queues. Paths that are open keep theirs.
    function setCapacitorFactory(address capacitorFactory_) external onlyRole(GOVERNANCE_ROLE) {
        _setCapacitorFactory(capacitorFactory_);
    }

    function _setExecutionManager(address executionManager_) private {
        executionManager__ = _required(executionManager_);
        emit ExecutionManagerSet(executionManager_);
    }

    function _setTransmitManager(address transmitManager_) private {
        transmitManager__ = _required(transmitManager_);
        emit TransmitManagerSet(transmitManager_);
    }

    function _setHasher(address hasher_) private {
        hasher__ = IHasher(_required(hasher_));
        emit HasherSet(hasher_);
    }

    function _setCapacitorFactory(address capacitorFactory_) private {
        capacitorFactory__ = _required(capacitorFactory_);
        emit CapacitorFactorySet(capacitorFactory_);
    }

    function _required(address account) private pure returns (address) {
        if (account == address(0)) revert ZeroAddress();
        return account;
    }
}
