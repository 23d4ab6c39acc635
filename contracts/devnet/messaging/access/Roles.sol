// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Owned} from "./Owned.sol";

bytes32 constant RESCUE_ROLE = keccak256("RESCUE_ROLE");
bytes32 constant WITHDRAW_ROLE = keccak256("WITHDRAW_ROLE");
bytes32 constant TRIP_ROLE = keccak256("TRIP_ROLE");
bytes32 constant UN_TRIP_ROLE = keccak256("UN_TRIP_ROLE");
bytes32 constant GOVERNANCE_ROLE = keccak256("GOVERNANCE_ROLE");
bytes32 constant EXECUTOR_ROLE = keccak256("EXECUTOR_ROLE");
bytes32 constant TRANSMITTER_ROLE = keccak256("TRANSMITTER_ROLE");
bytes32 constant WATCHER_ROLE = keccak256("WATCHER_ROLE");
bytes32 constant FEES_UPDATER_ROLE = keccak256("FEES_UPDATER_ROLE");

/// @title Roles, which the owner grants for a whole contract or for one chain
/// @notice The role of a chain is a role of its own: `keccak256(abi.encode(role, chainSlug))`.
abstract contract Roles is Owned {
    mapping(bytes32 role => mapping(address account => bool)) private _permits;

    /// @notice Emitted when an account gets a role.
    event RoleGranted(bytes32 indexed role, address indexed grantee);
    /// @notice Emitted when an account loses a role.
    event RoleRevoked(bytes32 indexed role, address indexed revokee);

    /// @notice The account lacks this role. Let the owner grant it.
    error NoPermit(bytes32 role);
    /// @notice The lists have different lengths. Pass one slug and one account for each role.
    error UnequalArrayLengths();

    modifier onlyRole(bytes32 role) {
        _requireRole(role, msg.sender);
        _;
    }

    /// @notice Grants a role for the whole contract.
    function grantRole(bytes32 role_, address grantee_) external virtual onlyOwner {
        _requireGrantable(role_);
        _grantRole(role_, grantee_);
    }

    /// @notice Takes a role of the whole contract away.
    function revokeRole(bytes32 role_, address revokee_) external virtual onlyOwner {
        _requireGrantable(role_);
        _revokeRole(role_, revokee_);
    }

    /// @notice Grants a role for one chain.
    function grantRoleWithSlug(bytes32 roleName_, uint32 chainSlug_, address grantee_) external virtual onlyOwner {
        _requireGrantable(roleName_);
        _grantRole(_roleOf(roleName_, chainSlug_), grantee_);
    }

    /// @notice Takes a role of one chain away.
    function revokeRoleWithSlug(bytes32 roleName_, uint32 chainSlug_, address revokee_) external virtual onlyOwner {
        _requireGrantable(roleName_);
        _revokeRole(_roleOf(roleName_, chainSlug_), revokee_);
    }

    /// @notice Grants several roles.
    /// @param slugs_ Chain of each role; zero grants the role for the whole contract.
    function grantBatchRole(
        bytes32[] calldata roleNames_,
        uint32[] calldata slugs_,
        address[] calldata grantees_
    ) external virtual onlyOwner {
        _requireSameLength(roleNames_.length, slugs_.length, grantees_.length);
        for (uint256 i = 0; i < roleNames_.length; i++) {
            _requireGrantable(roleNames_[i]);
            _grantRole(_role(roleNames_[i], slugs_[i]), grantees_[i]);
        }
    }

    /// @notice Takes several roles away.
    /// @param slugs_ Chain of each role; zero takes the role of the whole contract.
    function revokeBatchRole(
        bytes32[] calldata roleNames_,
        uint32[] calldata slugs_,
        address[] calldata revokees_
    ) external virtual onlyOwner {
        _requireSameLength(roleNames_.length, slugs_.length, revokees_.length);
        for (uint256 i = 0; i < roleNames_.length; i++) {
            _requireGrantable(roleNames_[i]);
            _revokeRole(_role(roleNames_[i], slugs_[i]), revokees_[i]);
        }
    }

    /// @notice Returns whether an account has a role for one chain.
    function hasRoleWithSlug(bytes32 roleName_, uint32 chainSlug_, address account_) external view returns (bool) {
        return hasRole(_roleOf(roleName_, chainSlug_), account_);
    }

    /// @notice Returns whether an account has a role.
    function hasRole(bytes32 role_, address account_) public view returns (bool) {
        return _permits[role_][account_];
    }

    function _grantRole(bytes32 role, address grantee) internal {
        _permits[role][grantee] = true;
        emit RoleGranted(role, grantee);
    }

    function _revokeRole(bytes32 role, address revokee) internal {
        _permits[role][revokee] = false;
        emit RoleRevoked(role, revokee);
    }

    function _requireRole(bytes32 role, address account) internal view {
        if (!hasRole(role, account)) revert NoPermit(role);
    }

    /// @dev Reverts for roles that a contract grants and takes away by functions of its own only.
    function _requireGrantable(bytes32 roleName) internal view virtual {}

    function _roleOf(bytes32 roleName, uint32 chainSlug) internal pure returns (bytes32) {
        return keccak256(abi.encode(roleName, chainSlug));
    }

    function _role(bytes32 roleName, uint32 chainSlug) private pure returns (bytes32) {
        return chainSlug == 0 ? roleName : _roleOf(roleName, chainSlug);
    }

    function _requireSameLength(uint256 roles, uint256 slugs, uint256 accounts) private pure {
        if (roles != slugs || roles != accounts) revert UnequalArrayLengths();
    }
}
